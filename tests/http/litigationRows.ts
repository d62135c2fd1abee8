import { expect } from 'vitest';
import { act, companyBody } from './rows.ts';
import type { Answer, Json, TestServer } from './server.ts';

/** A filing that is complete. */
export const FILING = {
  fillingDate: '2026-01-05',
  plaintiff: 'Norwind',
  defendant: 'Orient Lines',
  caseDescription: 'Wet damage of 200 bags',
  request: 'Damages',
  totalTargetAmt: '100000.00',
};

/** Creates and changes litigation cases of one company, mostly as the administrator. */
export class LitigationRows {
  readonly server: TestServer;
  /** the company of the cases */
  readonly company: string;

  private constructor(server: TestServer, company: string) {
    this.server = server;
    this.company = company;
  }

  /** Creates the company, and a rate of 7.1 CNY for a dollar. */
  static async open(server: TestServer): Promise<LitigationRows> {
    const company = String((await server.create('company', companyBody()))['companyCde']);
    await server.create('exchange-rate', { fromCur: 'USD', toCur: 'CNY', exRateDate: '2026-01-05', exRate: '7.1' });
    return new LitigationRows(server, company);
  }

  /** Creates a case of which the administrator is in charge. */
  litigation(fields: Json = {}): Promise<Json> {
    return this.server.create('litigation-case', {
      ltgtName: 'Cargo of MV Orient',
      subCompany: this.company,
      personInCharge: 'admin',
      belongMonth: '202601',
      ...fields,
    });
  }

  current({ id }: Json): Promise<Json> {
    return this.server.read('litigation-case', id);
  }

  /** Adds a record to a case. */
  add({ id }: Json, entity: string, fields: Json = {}): Promise<Json> {
    return this.server.create(entity, { ltgtId: id, ...fields });
  }

  file(one: Json, fields: Json = {}): Promise<Json> {
    return this.add(one, 'litigation-filing', { ...FILING, ...fields });
  }

  judgment(one: Json, fields: Json = {}): Promise<Json> {
    return this.add(one, 'legal-document', { date: '2026-02-01', docType: 'JUDGMENT', ...fields });
  }

  /** Changes a record, whatever its revision. */
  async patch(entity: string, { id }: Json, fields: Json): Promise<Json> {
    const { rev } = await this.server.read(entity, id);
    const answer = await this.server.call('PATCH', `/api/${entity}/${id}`, { body: { rev, ...fields } });
    expect(answer.status, answer.text).toBe(200);
    return answer.result as Json;
  }

  /** Deletes a record, whatever its revision. */
  async remove(entity: string, { id }: Json): Promise<void> {
    const { rev } = await this.server.read(entity, id);
    const answer = await this.server.call('DELETE', `/api/${entity}/${id}?rev=${rev}`);
    expect(answer.status, answer.text).toBe(200);
  }

  /** Takes a step of the case. */
  step({ id }: Json, action: string): Promise<Answer> {
    return act(this.server, 'litigation-case', id, action);
  }

  /** Takes steps that must succeed. */
  async steps(one: Json, ...actions: string[]): Promise<void> {
    for (const action of actions) expect(await this.step(one, action), action).toMatchObject({ status: 200 });
  }

  /** A case with every record that a step needs. */
  async withAllRecords(fields: Json = {}): Promise<Json> {
    const one = await this.litigation(fields);
    await this.file(one);
    await this.judgment(one);
    for (const entity of ['appeal', 'withdrawal', 'retrial', 'enforcement'])
      await this.add(one, entity, { date: '2026-03-01' });
    await this.add(one, 'case-summary', { date: '2026-03-01', result: 'Settled' });
    return one;
  }
}
