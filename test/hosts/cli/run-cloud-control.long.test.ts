import './run-cloud-control.test.ts';
