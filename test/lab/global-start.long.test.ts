import './global-start.test.ts';
