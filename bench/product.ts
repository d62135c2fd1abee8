/** Starts the product like `npm start`, with the additional table of the benchmark and without screens. */
import { join } from 'node:path';
import { readConfig } from '../server/config.ts';
import { SCHEMAS, startServer } from '../server/start.ts';
import { logIn } from '../tests/e2e/browser/product.ts';
import { serveBenchmark, requiredSetting } from './child.ts';

const password = requiredSetting('ADMIN_PASSWORD');
const { url, stop } = await startServer({
  config: readConfig({
    DATABASE_URL: requiredSetting('DATABASE_URL'),
    ADMIN_PASSWORD: password,
    HOST: '127.0.0.1',
    PORT: '0',
    LOG_LEVEL: 'warn',
  }),
  schemaRoots: [SCHEMAS, join(import.meta.dirname, 'schemas')],
  web: false,
});
serveBenchmark({ url, token: await logIn(url, 'admin', password), stop });
