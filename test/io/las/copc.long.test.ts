import './copc.test.ts';
