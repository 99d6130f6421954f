// All points of its authors.
import '../lab/em-icp.test.ts';
