// All points of its authors.
import './softassign.test.ts';
