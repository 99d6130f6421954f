// An eighth of the points of its authors.
import './softassign.test.ts';
