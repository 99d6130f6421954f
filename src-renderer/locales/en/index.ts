import common from './common.ts';
import errors from './errors.ts';
import project from './project.ts';
import shell from './shell.ts';
import viewer from './viewer.ts';

/** English is the schema: the other languages have the same keys. */
export default { common, errors, project, shell, viewer };
