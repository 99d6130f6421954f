// Curved drives too, and every jump of the clock.
import './odometry.test.ts';
