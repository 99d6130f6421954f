import './scan-kernels.parity.test.ts';
