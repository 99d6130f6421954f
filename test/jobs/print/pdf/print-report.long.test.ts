// In English too.
import './print-report.test.ts';
