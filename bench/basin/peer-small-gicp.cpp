// small_gicp on the starts of `bench basin`: point and plane ICP, GICP and VGICP as its helper runs them, two threads.
//
//   g++ -O3 -march=native -fopenmp -std=c++17 -I SMALL_GICP/include -I /usr/include/eigen3 bench/basin/peer-small-gicp.cpp \
//     SMALL_GICP/src/small_gicp/registration/*.cpp -o small-gicp-peer
//   SOCAVON_SMALL_GICP=./small-gicp-peer npm run bench -- basin
//
// Reads and writes what bench/basin/peers.ts says.
#include <chrono>
#include <cstdio>
#include <iostream>
#include <iterator>
#include <string>
#include <vector>

#include <small_gicp/registration/registration_helper.hpp>
#include <small_gicp/util/normal_estimation_omp.hpp>

using namespace small_gicp;

int main(int argc, char** argv) {
  const std::string method = argc > 1 ? argv[1] : "";
  RegistrationSetting setting;
  setting.num_threads = 2;
  setting.max_iterations = 100;
  if (method == "icp") setting.type = RegistrationSetting::ICP;
  else if (method == "plane") setting.type = RegistrationSetting::PLANE_ICP;
  else if (method == "gicp") setting.type = RegistrationSetting::GICP;
  else if (method == "vgicp") setting.type = RegistrationSetting::VGICP;
  else return 2;

  const std::string bytes((std::istreambuf_iterator<char>(std::cin)), std::istreambuf_iterator<char>());
  const double* numbers = reinterpret_cast<const double*>(bytes.data());
  const size_t sources = numbers[0], targets = numbers[1], starts = numbers[2];
  numbers += 3;
  const auto cloud = [&](size_t count) {
    std::vector<Eigen::Vector3d> points(count);
    for (auto& point : points) {
      point = Eigen::Vector3d(numbers[0], numbers[1], numbers[2]);
      numbers += 3;
    }
    return points;
  };
  const auto source_points = cloud(sources);
  const auto target_points = cloud(targets);
  for (size_t k = 0; k < starts; k++, numbers += 17) {
    setting.max_correspondence_distance = numbers[0];
    Eigen::Isometry3d start = Eigen::Isometry3d::Identity();
    for (int row = 0; row < 4; row++)
      for (int column = 0; column < 4; column++) start.matrix()(row, column) = numbers[1 + 4 * row + column];

    const auto began = std::chrono::steady_clock::now();
    auto source = std::make_shared<PointCloud>(source_points);
    auto target = std::make_shared<PointCloud>(target_points);
    auto tree = std::make_shared<KdTree<PointCloud>>(target);
    estimate_normals_covariances_omp(*source, 20, setting.num_threads);
    estimate_normals_covariances_omp(*target, *tree, 20, setting.num_threads);
    const auto result = setting.type == RegistrationSetting::VGICP
      ? align(*create_gaussian_voxelmap(*target, setting.voxel_resolution), *source, start, setting)
      : align(*target, *source, *tree, start, setting);
    const std::chrono::duration<double, std::milli> ms = std::chrono::steady_clock::now() - began;
    for (int row = 0; row < 4; row++)
      for (int column = 0; column < 4; column++) std::printf("%.17g ", result.T_target_source.matrix()(row, column));
    std::printf("%.17g\n", ms.count());
  }
  return 0;
}
