import './ouster-parity.test.ts';
