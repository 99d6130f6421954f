import './reopened-project.test.ts';
