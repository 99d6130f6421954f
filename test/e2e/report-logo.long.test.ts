// In the shell.
import './report-logo.test.ts';
