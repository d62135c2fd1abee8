import { Hono } from 'hono';
import { labelIn } from '../../generator/language/message.ts';
import { refuseFields } from '../errors.ts';
import { entityNamed, openContext } from '../kernel/kernel.ts';
import { permit } from '../kernel/rights.ts';
import { compareVersions } from '../kernel/version/compare.ts';
import { writeComparison } from '../kernel/version/comparisonFile.ts';
import { translate } from '../messages.ts';
import type { Services } from '../services.ts';
import { answer } from './answer.ts';
import { callerOf } from './caller.ts';
import { download, XLSX } from './download.ts';
import type { Environment, Http } from './environment.ts';
import { knownParams } from './knownParams.ts';

/** Comparison of two versions (`x-version`), as JSON or, with the right to export, as a workbook. */
export function versionRoutes(services: Services): Hono<Environment> {
  const { kernel, config } = services;
  const compare = async (http: Http) => {
    const context = openContext(kernel, callerOf(http, config));
    const runtime = entityNamed(kernel, http.req.param('entity')!);
    const { with: other, only } = checkParams(http);
    return {
      context,
      runtime,
      comparison: await compareVersions(
        kernel,
        runtime,
        { id: http.req.param('id')!, other, onlyDifferences: only === 'differences' },
        context,
      ),
    };
  };
  return new Hono<Environment>()
    .get('/:entity/:id/compare', async (http) => answer(http, (await compare(http)).comparison))
    .get('/:entity/:id/compare/export', async (http) => {
      permit(
        kernel,
        entityNamed(kernel, http.req.param('entity')),
        'export',
        openContext(kernel, callerOf(http, config)),
      );
      const { runtime, comparison } = await compare(http);
      const language = http.get('language');
      const name = `${labelIn(runtime.entity.label, language)} ${translate(language, 'MSG_generic_0168')}.xlsx`;
      return download(
        http,
        {
          name,
          type: XLSX,
          write: (out, signal) => writeComparison(kernel, runtime, comparison, { language, out, signal }),
        },
        services,
      );
    });
}

/** Validates the parameters of the address. @throws Refusal (400) */
function checkParams(http: Http): Record<string, unknown> {
  const params = knownParams(http, ['with', 'only']);
  if (params['only'] !== undefined && params['only'] !== 'differences')
    throw refuseFields([{ field: 'only', key: 'MSG_generic_0053', params: { name: 'only', allowed: 'differences' } }]);
  return params;
}
