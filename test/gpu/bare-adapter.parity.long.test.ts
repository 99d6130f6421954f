// Further methods, each of which compiles its kernels for this device.
import './bare-adapter.parity.test.ts';
