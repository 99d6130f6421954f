import './survey-handlers.test.ts';
