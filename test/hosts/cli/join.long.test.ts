// From a rough place and heading.
import './join.test.ts';
