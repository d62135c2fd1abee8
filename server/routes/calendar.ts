import { Hono } from 'hono';
import ical, { ICalCalendarMethod } from 'ical-generator';
import { calendarOwner, calendarSince, closeCalendar, openCalendar } from '../domain/identity/calendars.ts';
import { notFound } from '../errors.ts';
import { openContext } from '../kernel/kernel.ts';
import { Limit } from '../kernel/limit.ts';
import { type DueDate, dueDates } from '../kernel/remind/dueDates.ts';
import { translate } from '../messages.ts';
import type { Language } from '../config.ts';
import type { Services } from '../services.ts';
import { answer } from './answer.ts';
import { callerAddress, callerOf, publicOrigin } from './caller.ts';
import type { Environment } from './environment.ts';

/** Calendars read by one address in an hour. */
const READS = { points: 600, seconds: 3600 };

/** How often calendar programs are asked to read again, in seconds. */
const READ_AGAIN_AFTER = 3600;

/** The calendar of a person's deadlines, by its secret address: calendar programs have no token. */
export function calendarRoutes({ kernel, config }: Services): Hono<Environment> {
  const reads = new Limit(kernel.pool, 'calendar', READS, 'MSG_account_0208');
  return new Hono<Environment>().get('/calendar/:file{.+\\.ics}', async (http) => {
    await reads.count(callerAddress(http, config));
    const owner = await calendarOwner(kernel.pool, http.req.param('file').replace(/\.ics$/, ''));
    if (!owner) throw notFound();
    const language = owner.language ?? config.defaultLanguage;
    const context = openContext(kernel, {
      user: owner.user,
      language,
      requestId: http.get('requestId'),
      intranet: false,
    });
    const text = printCalendar(await dueDates(kernel, context), { language, origin: publicOrigin(http, config) });
    http.header('cache-control', 'private, no-store');
    return http.body(text, 200, { 'content-type': 'text/calendar; charset=utf-8' });
  });
}

/** The calls with which people make and end the address of their calendar. */
export function calendarAddressRoutes({ kernel, config }: Services): Hono<Environment> {
  return new Hono<Environment>()
    .get('/account/calendar', async (http) => {
      const since = await calendarSince(kernel.pool, callerOf(http, config).user.userCde);
      return answer(http, { since: since ?? null });
    })
    .post('/account/calendar', async (http) => {
      const secret = await openCalendar(kernel.pool, callerOf(http, config).user.userCde);
      return answer(http, { address: `${publicOrigin(http, config)}/calendar/${secret}.ics` }, 201, 'MSG_account_0213');
    })
    .delete('/account/calendar', async (http) => {
      await closeCalendar(kernel.pool, callerOf(http, config).user.userCde);
      return answer(http, null, 200, 'MSG_account_0214');
    });
}

/** Prints dates as a calendar of whole days. */
function printCalendar(
  dates: readonly DueDate[],
  { language, origin }: { language: Language; origin: string },
): string {
  const calendar = ical({
    name: translate(language, 'MSG_account_0215'),
    method: ICalCalendarMethod.PUBLISH,
    ttl: READ_AGAIN_AFTER,
    events: dates.map(({ entity, id, number, label, day, updatedAt }) => ({
      id: `${entity.name}-${id}-${day}@bordereau`,
      // a whole day is printed by its date in UTC
      start: new Date(`${day}T00:00:00Z`),
      allDay: true,
      stamp: new Date(updatedAt),
      summary: `${number} ${label[language === 'zh-CN' ? 'zh' : 'en']}`,
      url: `${origin}/${entity.area}/${entity.name}/${id}`,
    })),
  });
  return calendar.toString();
}
