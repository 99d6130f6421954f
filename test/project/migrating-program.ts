/* Migrates the project named by its argument to the schema of `migrate-steps.ts`, and prints the name of the copy. */
import { Connection } from '../../src-main/project/connection.ts';
import { migrate } from '../../src-main/project/migrate.ts';
import { STEPS } from './migrate-steps.ts';

const connection = new Connection(process.argv[2], { readonly: false, busyTimeoutMs: 60_000 });
console.log(migrate(connection, STEPS) ?? 'none');
connection.close();
