// Targets of another size.
import './refine-handlers.test.ts';
