// KISS-ICP on the scans of `bench odometry`, with its own defaults, de-skewing included.
//
//   g++ -O3 -march=native -std=c++17 -I KISS_ICP/cpp -I SOPHUS -I /usr/include/eigen3 bench/odometry/peer-kiss-icp.cpp \
//     KISS_ICP/cpp/kiss_icp/core/*.cpp KISS_ICP/cpp/kiss_icp/pipeline/*.cpp -ltbb -o kiss-icp-odometry
//   SOCAVON_KISS_ICP=./kiss-icp-odometry npm run bench -- odometry
//
// It needs Eigen, Sophus, oneTBB and tsl::robin_map (Debian: libeigen3-dev, libtbb-dev, robin-map-dev).
// usage: kiss-icp-odometry kiss-icp THREADS; reads and writes what bench/odometry/peers.ts says.
#include <cstdlib>

#include "kiss_icp/pipeline/KissICP.hpp"

#include "peer-main.hpp"

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  kiss_icp::pipeline::KISSConfig config;
  config.max_num_threads = std::atoi(argv[2]);
  kiss_icp::pipeline::KissICP odometry(config);
  return time_odometry([&](const Scan& scan) -> Eigen::Vector3d {
    odometry.RegisterFrame(scan.points, scan.times);
    return odometry.pose().translation();
  });
}
