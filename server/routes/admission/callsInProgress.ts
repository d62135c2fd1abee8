/** A call with its index in the list of calls in progress; -1 outside of it. */
interface Placed {
  place: number;
}

/**
 * The calls in progress, in no order. They are in an array and not in a `Set`: after some deletions the engine copies
 * the table of a set, and the old table keeps its entries. The calls, with their requests and answers, would then live
 * until the next full collection, and each small collection would take more than ten times as long.
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
