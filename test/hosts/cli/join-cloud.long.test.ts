import './join-cloud.test.ts';
