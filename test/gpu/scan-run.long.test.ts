// A whole drive on the device.
import './scan-run.test.ts';
