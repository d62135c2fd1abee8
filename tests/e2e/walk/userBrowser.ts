import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Locator } from 'playwright-core';
import type { Entity, Model } from '../../../generator/model/entity.ts';
import type { Label } from '../../../generator/model/field.ts';
import type { Language } from '../browser/open.ts';
import { visitAddress, type Visit } from '../browser/visit.ts';

/** The input of a field: text is typed, or typed and selected where there is a list; files are uploaded. */
export type Entered = string | readonly File[];

/** A file to upload. */
export interface File {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** Matches a text with words, not an empty one or a dash. */
const REASON = /\S{4,}/;

/** The browser and the product of a walk. */
export interface WalkSetup {
  browser: Browser;
  /** address of the product, without a slash at the end */
  url: string;
  model: Model;
  language: Language;
  /** folder for screenshots; absent: none are taken */
  pictures?: string;
}

/**
 * The browser of a user, driven by clicks and keys. Buttons and tabs are found by the labels of the schemas, so that
 * one script serves both languages.
 */
export class UserBrowser {
  readonly #setup: WalkSetup;
  readonly #visit: Visit;
  readonly #interface: Readonly<Record<string, string>>;
  #screenshots = 0;

  private constructor(setup: WalkSetup, visit: Visit, words: Readonly<Record<string, string>>) {
    this.#setup = setup;
    this.#visit = visit;
    this.#interface = words;
  }

  /** Opens the first page with the session of a user. */
  static async of(setup: WalkSetup, token: string): Promise<UserBrowser> {
    const { default: words } = (await import(`../../../locales/${setup.language}/interface.json`, {
      with: { type: 'json' },
    })) as { default: Record<string, string> };
    const visit = await visitAddress(
      setup.browser,
      setup.url,
      { language: setup.language, token, viewport: { width: 1440, height: 900 } },
      'h1',
    );
    return new UserBrowser(setup, visit, words);
  }

  get page(): Visit['page'] {
    return this.#visit.page;
  }
  get #dialog(): Locator {
    return this.page.getByRole('dialog').last();
  }

  /** Opens a record or a list by its address. */
  async go(path: string): Promise<void> {
    await this.page.goto(this.#setup.url + path);
    await this.page.locator('h1').first().waitFor();
  }

  /** Fills in an empty form on a page of its own, and saves it. @returns the address of the record */
  async create(entity: string, values: Readonly<Record<string, Entered>>): Promise<string> {
    const { area } = this.#entity(entity);
    await this.go(`/${area}/${entity}/new`);
    await this.#fill(entity, values, this.page.locator('.form-page:visible'));
    await this.screenshot(`new ${entity}`);
    await this.#press(this.page.locator('.form-page:visible'), this.#textOf('form.save'));
    await this.page.waitForURL(new RegExp(`/${entity}/\\d+$`));
    await this.page.locator('.detail-page h1:visible').waitFor();
    return this.path;
  }

  /** Tries to create an invalid record, waits for the message `why`, and discards the input. */
  async cannotCreate(entity: string, values: Readonly<Record<string, Entered>>, why: Label): Promise<void> {
    await this.go(`/${this.#entity(entity).area}/${entity}/new`);
    const form = this.page.locator('.form-page:visible');
    await this.#fill(entity, values, form);
    await this.#press(form, this.#textOf('form.save'));
    await form.getByText(this.#read(why)).first().waitFor();
    await this.screenshot(`refused ${entity}`);
    await this.#press(form, this.#textOf('action.cancel'));
    await this.#press(this.page.getByRole('dialog'), this.#textOf('form.leave.discard'));
    await form.waitFor({ state: 'detached' });
  }

  /** Adds a child to the open record, in a dialog. */
  async addChild(entity: string, values: Readonly<Record<string, Entered>>): Promise<void> {
    await this.beginChild(entity, values);
    await this.save();
  }

  /** Fills in the dialog of a new child without saving it. */
  async beginChild(entity: string, values: Readonly<Record<string, Entered>>): Promise<void> {
    const section = await this.#child(entity);
    await this.#press(section, this.#textOf('list.add'));
    await this.#dialog.locator('form').first().waitFor();
    await this.#fill(entity, values, this.#dialog);
    await this.screenshot(`new ${entity}`);
  }

  /** Fills in further fields of the open dialog. */
  enter(entity: string, values: Readonly<Record<string, Entered>>): Promise<void> {
    return this.#fill(entity, values, this.#dialog);
  }

  /** Saves the open dialog, which closes. */
  async save(): Promise<void> {
    const dialog = this.#dialog;
    await this.#press(dialog, this.#textOf('form.save'));
    await this.page.getByRole('dialog').waitFor({ state: 'detached' });
  }

  /** Tries to save the open dialog, and waits for the message `why`. */
  async cannotSave(why: Label): Promise<void> {
    await this.#press(this.#dialog, this.#textOf('form.save'));
    await this.#dialog.getByText(this.#read(why)).first().waitFor();
    await this.screenshot('refused');
  }

  /** Opens a child of the open record by its first cell, on its own page. @param shown a text in its row */
  async openChild(entity: string, shown: Label | string): Promise<void> {
    const section = await this.#child(entity);
    const link = section
      .getByRole('row')
      .filter({ hasText: typeof shown === 'string' ? shown : this.#read(shown) })
      .getByRole('link')
      .first();
    await this.#openRecord(
      async () => {
        await link.click();
        await this.#dialog.getByRole('link', { name: this.#textOf('detail.ownPage') }).click();
      },
      new RegExp(`/${entity}/\\d+$`),
    );
  }

  /** Runs a transition or an action of the open record, with the input of its dialog. */
  async run(entity: string, name: string, values: Readonly<Record<string, Entered>> = {}): Promise<void> {
    await this.#runOperation(entity, name, values);
    await this.page.getByRole('dialog').waitFor({ state: 'detached' });
    await this.page.locator('.detail-page h1:visible').waitFor();
  }

  /** Runs an action that opens a record of another entity. */
  runAndOpen(entity: string, name: string, values: Readonly<Record<string, Entered>>, other: string): Promise<void> {
    return this.#openRecord(() => this.#runOperation(entity, name, values), new RegExp(`/${other}/\\d+$`));
  }

  /** Tries to run an operation that the server refuses with the message `why`, and closes the dialog. */
  async isRefused(entity: string, name: string, values: Readonly<Record<string, Entered>>, why: Label): Promise<void> {
    await this.#runOperation(entity, name, values);
    await this.#dialog.getByText(this.#read(why)).first().waitFor();
    await this.screenshot(`refused ${name}`);
    await this.#press(this.#dialog, this.#textOf('action.cancel'));
    await this.page.getByRole('dialog').waitFor({ state: 'detached' });
  }

  /** Changes the open record, on a page or in a dialog. */
  async edit(entity: string, values: Readonly<Record<string, Entered>>): Promise<void> {
    await this.#press(this.page.locator('.page-actions:visible'), this.#textOf('action.edit'));
    const form = this.page.locator('.form-page:visible').or(this.page.getByRole('dialog')).first();
    await form.locator('form').first().waitFor();
    await this.#fill(entity, values, form);
    await this.screenshot(`edit ${entity}`);
    await this.#press(form, this.#textOf('form.save'));
    await form.waitFor({ state: 'detached' });
    await this.page.locator('.detail-page h1:visible').waitFor();
  }

  /** Waits until a text is on the page. */
  async waitForText(text: string): Promise<void> {
    await this.page.locator('.page:visible').getByText(text).first().waitFor();
  }

  /** Waits until the header of the open record shows a state. */
  async waitForState(entity: string, code: string): Promise<void> {
    await this.#state(entity, code).first().waitFor();
  }

  /** The address of the open page. */
  get path(): string {
    return new URL(this.page.url()).pathname;
  }

  /** Opens a record by a link on the page. */
  async follow(record: string): Promise<void> {
    await this.#openRecord(() => this.page.locator(`.page a[href="${record}"]:visible`).first().click(), `**${record}`);
  }

  /** Reloads the open record until the server has changed it to a state. */
  async reloadUntilState(entity: string, code: string): Promise<void> {
    for (let attempts = 60; attempts > 0; attempts--) {
      await this.go(this.path);
      if ((await this.#state(entity, code).count()) > 0) return;
      await this.page.waitForTimeout(500);
    }
    await this.waitForState(entity, code);
  }

  /** Waits for the disabled button of an operation and its reason. @throws Error if it is enabled or has no reason */
  async cannotRun(entity: string, name: string): Promise<void> {
    const label = name === 'edit' ? this.#textOf('action.edit') : this.#labelOf(entity, name);
    const bar = this.page.locator('.page-actions:visible');
    const folded = name !== 'edit' && (await bar.getByRole('button', { name: buttonName(label) }).count()) === 0;
    if (!folded) {
      const reason = bar
        .locator('.detail-reason')
        .filter({ has: this.page.getByRole('button', { name: buttonName(label), disabled: true }) });
      await reason.locator('.unseen').filter({ hasText: REASON }).waitFor({ state: 'attached' });
      return;
    }
    await this.#press(bar, this.#textOf('list.more'));
    await this.page
      .locator('[role="menuitem"][aria-disabled="true"]')
      .filter({ hasText: label })
      .locator('[title]')
      .first()
      .waitFor();
    await this.page.keyboard.press('Escape');
  }

  /** Takes a screenshot, if the walk has a folder for them. @param title part of the file name */
  async screenshot(title: string): Promise<void> {
    const { pictures, language } = this.#setup;
    if (pictures === undefined) return;
    await mkdir(pictures, { recursive: true });
    await this.page.waitForTimeout(400);
    await this.page.screenshot({
      path: join(
        pictures,
        `${String(process.hrtime.bigint() / 1_000_000n)} ${language} ${String(++this.#screenshots)} ${title}.png`,
      ),
    });
  }

  /** Allows console messages about expected refusals. */
  allowStatus(status: number): void {
    this.#visit.watch.allow(new RegExp(`status of ${status}`));
  }

  /** Closes the page. @throws Error if the console has other messages */
  async close(): Promise<void> {
    this.#visit.watch.expectQuiet();
    await this.page.context().close();
  }

  /** Runs `act`, which opens another record, and waits until that record is shown. */
  async #openRecord(act: () => Promise<void>, to: string | RegExp): Promise<void> {
    const before = await this.page.locator('h1:visible').first().innerText();
    await act();
    await this.page.waitForURL(to);
    await this.page.locator('.detail-page h1:visible').filter({ hasNotText: before }).waitFor();
  }

  #entity(name: string): Entity {
    return this.#setup.model.entities[name]!;
  }
  #read(label: Label): string {
    return this.#setup.language === 'zh-CN' ? label.zh : label.en;
  }
  #textOf(key: string): string {
    return this.#interface[key]!;
  }

  #state(entity: string, code: string): Locator {
    const state = this.#entity(entity)
      .machines.flatMap(({ states }) => states)
      .find((one) => one.code === code)!;
    return this.page.locator('.page-header:visible').getByText(this.#read(state.label), { exact: true });
  }

  /** The label of the button of a transition or an action. */
  #labelOf(entity: string, name: string): string {
    const { machines, actions } = this.#entity(entity);
    const transition = machines.flatMap(({ transitions }) => transitions).find(({ action }) => action === name);
    return this.#read((transition ?? actions.find((one) => one.name === name)!).label);
  }

  /** The section of a child on the open page, whose tab is opened. */
  async #child(entity: string): Promise<Locator> {
    const parent = this.path.split('/')[2]!;
    const tab =
      this.#entity(parent).form.tabs?.find(({ children }) => children?.includes(entity)) ??
      (this.#entity(parent).children.find((child) => child.entity === entity && child.tab) as
        { tab: Label } | undefined);
    const label = tab && ('label' in tab ? tab.label : tab.tab);
    if (label)
      await this.page
        .locator('.detail-page:visible')
        .getByRole('tab', { name: this.#read(label), exact: true })
        .click();
    const { children, related = [] } = this.#entity(parent);
    const heading = [...children, ...related].find((one) => one.entity === entity)?.tab ?? this.#entity(entity).label;
    const section = this.page
      .locator('.detail-section:visible')
      .filter({ has: this.page.getByRole('heading', { name: new RegExp(`^${this.#read(heading)}`) }) });
    await section.waitFor();
    return section;
  }

  /** Presses the button of an operation, which may be in the menu “More”, fills in its input, and confirms. */
  async #runOperation(entity: string, name: string, values: Readonly<Record<string, Entered>>): Promise<void> {
    const label = this.#labelOf(entity, name);
    const bar = this.page.locator('.page-actions:visible');
    const [button, more] = [
      bar.getByRole('button', { name: buttonName(label) }),
      bar.getByRole('button', { name: buttonName(this.#textOf('list.more')) }),
    ];
    await button.or(more).first().waitFor();
    if ((await button.count()) > 0) await button.click();
    else {
      await more.click();
      await this.page.getByRole('menuitem', { name: label, exact: true }).click();
    }
    await this.#dialog.waitFor();
    await this.#fill([name, entity], values, this.#dialog);
    await this.screenshot(`${entity} ${name}`);
    await this.#press(this.#dialog, label);
  }

  async #press(within: Locator, name: string): Promise<void> {
    await within
      .getByRole('button', { name: buttonName(name) })
      .first()
      .click();
  }

  /** Fills in fields by their names. @param forms the forms that may contain them: an entity, or an operation */
  async #fill(forms: string | string[], values: Readonly<Record<string, Entered>>, within: Locator): Promise<void> {
    for (const [field, value] of Object.entries(values)) {
      const input = within
        .locator(
          [forms]
            .flat()
            .map((form) => `#${form}-${field}`)
            .join(', '),
        )
        .first();
      if (typeof value !== 'string') {
        await within
          .locator('input[type="file"]')
          .first()
          .setInputFiles([...value]);
        await within
          .locator('.ant-upload-list-item-done')
          .nth(value.length - 1)
          .waitFor();
        continue;
      }
      await this.#reveal(input, within);
      const role = await input.getAttribute('role');
      if (role === 'combobox') await this.#choose(input, value);
      else if (await this.#is(input, '.ant-radio-group'))
        await input.getByRole('radio', { name: this.#textOf(value === 'Y' ? 'kinds.yes' : 'kinds.no') }).check();
      else {
        await input.fill(value);
        if (await this.#is(input, '.ant-picker *')) await input.press('Enter');
      }
    }
  }

  async #is(one: Locator, selector: string): Promise<boolean> {
    return (await one.and(this.page.locator(selector)).count()) > 0;
  }

  /** Opens the tab of the form that contains a field. */
  async #reveal(input: Locator, within: Locator): Promise<void> {
    if ((await input.count()) > 0 && (await input.isVisible())) return;
    // the form of a new record shows further fields on request
    const all = within.locator('[data-quick="allFields"]');
    if ((await all.count()) > 0) await all.click();
    for (const tab of await within.getByRole('tab').all()) {
      await tab.click();
      if ((await input.count()) > 0 && (await input.isVisible())) return;
    }
    await input.waitFor();
  }

  async #choose(input: Locator, typed: string): Promise<void> {
    // the shown value covers the input
    await input.click({ force: true });
    const list = this.page.locator('.ant-select-dropdown:visible');
    const options = list.locator('.ant-select-item-option');
    await list.waitFor();
    if (await this.#is(input, '[readonly]'))
      await options.filter({ hasText: this.#textOf(typed === 'Y' ? 'kinds.yes' : 'kinds.no') }).click();
    else {
      await input.pressSequentially(typed);
      // a choice is found by its code, but the list shows only its label; a picker shows the code
      await ((await this.#is(list, '.kind-picker')) ? options.filter({ hasText: typed }) : options).first().click();
    }
    // the list of a field with several values stays open
    await input.press('Tab');
    await this.page.locator('.ant-select-dropdown:visible').waitFor({ state: 'hidden' });
  }
}

/** Matches a button's name after any icon; antd separates two Chinese characters by a blank. */
function buttonName(name: string): RegExp {
  const escaped = name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`(^|\\s)${/^\p{Script=Han}{2}$/u.test(name) ? `${name[0]}\\s?${name[1]}` : escaped}$`, 'u');
}
