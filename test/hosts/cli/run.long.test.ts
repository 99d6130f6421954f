// Without metadata, and from raw donut files.
import './run.test.ts';
