import { parseArgs } from 'node:util';
import { stopOnSignal } from '../signals.ts';
import { startSandbox } from './partner.ts';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '3900' },
    file: { type: 'string' },
    faults: { type: 'string', default: '0' },
    delay: { type: 'string', default: '0' },
  },
});

const [port, share, delayMs] = [values.port, values.faults, values.delay].map(Number) as [number, number, number];
if (!Number.isInteger(port) || port < 0 || port > 65_535 || !(share >= 0 && share <= 1) || !(delayMs >= 0)) {
  console.error('npm run partner -- [--port 3900] [--file ledger.jsonl] [--faults 0 to 1] [--delay milliseconds]');
  process.exit(2);
}
const sandbox = await startSandbox({
  port,
  faults: { share, delayMs },
  ...(values.file === undefined ? {} : { file: values.file }),
});
console.log(
  `The sandbox of the captive insurer and the finance system listens; start Bordereau with PARTNER_CAPTIVE_URL=${sandbox.url} PARTNER_SAP_URL=${sandbox.invoices}`,
);
stopOnSignal(
  () => sandbox.stop(),
  (error) => {
    throw error;
  },
);
