/** Groups rows by person (union-find): rows that share a key, directly or through other rows, are of one person. */
export class PersonGroups {
  readonly #parents: number[] = [];
  readonly #byKey = new Map<string, number>();

  /** Adds a row with its keys and returns the row's number, counted from 0. */
  add(keys: readonly string[]): number {
    const row = this.#parents.push(this.#parents.length) - 1;
    for (const key of keys) {
      const earlierRow = this.#byKey.get(key);
      if (earlierRow === undefined) this.#byKey.set(key, row);
      else this.join([earlierRow, row]);
    }
    return row;
  }

  /** Returns the person of the rows with a key; undefined: no row has it. */
  findByKey(key: string): number | undefined {
    const row = this.#byKey.get(key);
    return row === undefined ? undefined : this.find(row);
  }

  join(rows: readonly number[]): void {
    const [first = 0] = rows;
    for (const row of rows.slice(1)) this.#parents[this.find(row)] = this.find(first);
  }

  /** Returns the number that all rows of one person share. Call it after the last row was added and joined. */
  find(row: number): number {
    let root = row;
    for (let next = this.#parents[root]; next !== undefined && next !== root; ) {
      root = next;
      next = this.#parents[root];
    }
    this.#parents[row] = root;
    return root;
  }
}
