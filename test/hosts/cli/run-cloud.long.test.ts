import './run-cloud.test.ts';
