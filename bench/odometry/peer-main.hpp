// What the drivers of peers share: scans from standard input, figures to standard output; see bench/odometry/peers.ts.
#pragma once
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <vector>

#include <Eigen/Core>

struct Scan {
  std::vector<Eigen::Vector3d> points;
  std::vector<double> times;  // Of each point, 0 to 1 within the scan.
};

inline bool read_scan(Scan& scan) {
  uint32_t count;
  if (std::fread(&count, sizeof count, 1, stdin) != 1) return false;
  std::vector<float> numbers(4 * count);
  if (std::fread(numbers.data(), sizeof(float), numbers.size(), stdin) != numbers.size()) return false;
  scan.points.resize(count);
  scan.times.resize(count);
  for (uint32_t i = 0; i < count; i++) {
    const float* point = &numbers[4 * i];
    scan.points[i] = Eigen::Vector3d(point[0], point[1], point[2]);
    scan.times[i] = point[3];
  }
  return true;
}

inline double processor_ms() {
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return 1e3 * (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) + 1e-3 * (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

// Largest memory of this process: getrusage counts that of the process which started it too.
inline double peak_mib() {
  FILE* status = std::fopen("/proc/self/status", "r");
  char line[256];
  double kib = 0;
  while (status != nullptr && std::fgets(line, sizeof line, status) != nullptr) std::sscanf(line, "VmHWM: %lf kB", &kib);
  if (status != nullptr) std::fclose(status);
  return kib / 1024;
}

// Runs `place` on every scan, which gives the position of the sensor, and prints the figures. Reading does not count.
inline int time_odometry(const std::function<Eigen::Vector3d(const Scan&)>& place) {
  Scan scan;
  std::vector<double> times;
  double processor = 0;
  Eigen::Vector3d end = Eigen::Vector3d::Zero();
  while (read_scan(scan)) {
    const double before = processor_ms();
    const auto began = std::chrono::steady_clock::now();
    end = place(scan);
    const std::chrono::duration<double, std::milli> ms = std::chrono::steady_clock::now() - began;
    processor += processor_ms() - before;
    times.push_back(ms.count());
  }
  if (times.empty()) return 1;
  double sum = 0;
  for (const double ms : times) sum += ms;
  std::sort(times.begin(), times.end());
  std::printf(
    "{\"scanMs\":%.6f,\"meanMs\":%.6f,\"processorMs\":%.6f,\"peakMiB\":%.1f,\"end\":[%.9f,%.9f,%.9f]}\n", times[times.size() / 2],
    sum / times.size(), processor / times.size(), peak_mib(), end.x(), end.y(), end.z());
  return 0;
}
