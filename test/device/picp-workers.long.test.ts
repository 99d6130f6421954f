// How the work is shared, on clouds that are large enough to tell.
import './picp-workers.test.ts';
