import './survey-job.test.ts';
