"""Open3D on the starts of `bench basin`: point and plane ICP, and GICP. Reads and writes what bench/basin/peers.ts says."""

import sys
import time

import numpy
import open3d

registration = open3d.pipelines.registration
METHODS = {
    "icp": registration.TransformationEstimationPointToPoint,
    "plane": registration.TransformationEstimationPointToPlane,
    "gicp": registration.TransformationEstimationForGeneralizedICP,
}


def main():
    method = sys.argv[1]
    numbers = numpy.frombuffer(sys.stdin.buffer.read(), dtype="<f8")
    sources, targets, starts = (int(number) for number in numbers[:3])
    source_points = numbers[3 : 3 + 3 * sources].reshape(-1, 3)
    target_points = numbers[3 + 3 * sources : 3 + 3 * (sources + targets)].reshape(-1, 3)
    rest = numbers[3 + 3 * (sources + targets) :].reshape(starts, 17)
    criteria = registration.ICPConvergenceCriteria(max_iteration=100)
    for row in rest:
        began = time.perf_counter()
        source, target = (cloud(points) for points in (source_points, target_points))
        if method != "icp":
            for points in (source, target):
                points.estimate_normals(open3d.geometry.KDTreeSearchParamKNN(20))
        start = row[1:].reshape(4, 4).copy()
        if method == "gicp":
            result = registration.registration_generalized_icp(
                source, target, row[0], start, METHODS[method](), criteria
            )
        else:
            result = registration.registration_icp(source, target, row[0], start, METHODS[method](), criteria)
        ms = 1000 * (time.perf_counter() - began)
        print(*result.transformation.reshape(-1), ms)


def cloud(points):
    return open3d.geometry.PointCloud(open3d.utility.Vector3dVector(points.copy()))


main()
