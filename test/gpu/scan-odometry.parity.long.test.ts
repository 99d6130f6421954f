// Both drives from the same map, and both that hold a smooth drive along its axis.
import './scan-odometry.parity.test.ts';
