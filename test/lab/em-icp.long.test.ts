// All points of its authors.
import './em-icp.test.ts';
