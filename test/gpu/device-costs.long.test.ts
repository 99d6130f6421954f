// By a soft method too, which the adapter compiles for seconds.
import './device-costs.test.ts';
