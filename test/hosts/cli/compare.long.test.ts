// Where the later survey is joined to the earlier one.
import './compare.test.ts';
