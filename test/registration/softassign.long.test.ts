// All points of its authors.
import '../lab/softassign.test.ts';
