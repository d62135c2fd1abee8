/** A call with its index in the list of calls in progress; -1 outside of it. */
interface Placed {
  place: number;
}

/**
 * The calls in progress, in no order. It is no `Set`, because the engine copies the table of a set after some deletions
 * and the old table keeps its entries: the calls, with their requests and answers, then live until the next full
 * collection, and each small collection takes more than ten times as long.
 */
export class CallsInProgress<Call extends Placed> {
  readonly list: Call[] = [];

  has({ place }: Call): boolean {
    return place >= 0;
  }

  add(call: Call): void {
    call.place = this.list.push(call) - 1;
  }

  delete(call: Call): void {
    const { place } = call;
    if (place < 0) return;
    const last = this.list.pop()!;
    if (last !== call) {
      this.list[place] = last;
      last.place = place;
    }
    call.place = -1;
  }
}
