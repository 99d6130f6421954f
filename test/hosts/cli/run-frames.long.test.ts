import './run-frames.test.ts';
