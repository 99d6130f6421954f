// small_gicp on the scans of `bench odometry`, as its own benchmark runs it: each scan thinned to 0.25 m and registered by
// GICP to the scan before, or by VGICP to a map of voxels of 1 m.
//
//   g++ -O3 -march=native -fopenmp -std=c++17 -I SMALL_GICP/include -I /usr/include/eigen3 bench/odometry/peer-small-gicp.cpp \
//     -o small-gicp-odometry
//   SOCAVON_SMALL_GICP_ODOMETRY=./small-gicp-odometry npm run bench -- odometry
//
// usage: small-gicp-odometry gicp|vgicp THREADS; reads and writes what bench/odometry/peers.ts says.
#include <cstdlib>
#include <cstring>
#include <memory>

#include <small_gicp/ann/gaussian_voxelmap.hpp>
#include <small_gicp/ann/kdtree_omp.hpp>
#include <small_gicp/factors/gicp_factor.hpp>
#include <small_gicp/points/point_cloud.hpp>
#include <small_gicp/registration/reduction_omp.hpp>
#include <small_gicp/registration/registration.hpp>
#include <small_gicp/util/downsampling_omp.hpp>
#include <small_gicp/util/normal_estimation_omp.hpp>

#include "peer-main.hpp"

using namespace small_gicp;

namespace {
constexpr double THINNING = 0.25;
constexpr double VOXEL = 1.0;
constexpr double MAX_DISTANCE = 1.0;
constexpr int NEIGHBOURS = 20;
}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const bool is_voxel_map = std::strcmp(argv[1], "vgicp") == 0;
  const int threads = std::atoi(argv[2]);
  Eigen::Isometry3d T_world_sensor = Eigen::Isometry3d::Identity();
  PointCloud::Ptr last;
  KdTree<PointCloud>::Ptr last_tree;
  GaussianVoxelMap::Ptr map;
  return time_odometry([&](const Scan& scan) -> Eigen::Vector3d {
    const auto points = voxelgrid_sampling_omp(PointCloud(scan.points), THINNING, threads);
    Registration<GICPFactor, ParallelReductionOMP> registration;
    registration.reduction.num_threads = threads;
    if (is_voxel_map) {
      estimate_covariances_omp(*points, NEIGHBOURS, threads);
      if (map == nullptr) map = std::make_shared<GaussianVoxelMap>(VOXEL);
      else T_world_sensor = registration.align(*map, *points, *map, T_world_sensor).T_target_source;
      map->insert(*points, T_world_sensor);
    } else {
      const auto tree = std::make_shared<KdTree<PointCloud>>(points, KdTreeBuilderOMP(threads));
      estimate_covariances_omp(*points, *tree, NEIGHBOURS, threads);
      registration.rejector.max_dist_sq = MAX_DISTANCE * MAX_DISTANCE;
      if (last != nullptr)
        T_world_sensor = T_world_sensor * registration.align(*last, *points, *last_tree, Eigen::Isometry3d::Identity()).T_target_source;
      last = points;
      last_tree = tree;
    }
    return T_world_sensor.translation();
  });
}
