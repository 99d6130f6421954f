// Any edits in any order.
import './alignment.test.ts';
