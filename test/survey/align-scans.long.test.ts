import './align-scans.test.ts';
