// In English too.
import './word-report.test.ts';
