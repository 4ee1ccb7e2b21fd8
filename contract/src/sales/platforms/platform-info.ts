/** Parameters that prefill name and phone; a phone may have one for area code, one for number. */
export interface PrefillParameters {
  readonly name: string;
  readonly phone?: string | readonly [areaCode: string, number: string];
}

/** A platform's names, addresses and settings; server/src/sales/platforms/ has the adapter. */
export interface PlatformInfo {
  readonly label: string;
  /** Domains of the platform's checkouts. */
  readonly domains: readonly string[];
  /** Link parameters that its notices return: those meant for references, else the UTM that sellers use least. */
  readonly referenceParameters: readonly string[];
  /** Omitted if the platform's links prefill nothing. */
  readonly prefill?: PrefillParameters;
  /** The environment variable with the secrets that prove its notices, separated by commas. */
  readonly secretVariable: string;
  /** The platform's own word for the secret, in Portuguese. */
  readonly secretLabel: string;
  /** The owner invents the secret instead of copying the platform's. */
  readonly isSecretInvented?: true;
  /** The query of `/postbacks/<name>`, if the address contains the proof. */
  readonly noticeQuery?: string;
  /** The variable of the account's role. Absent if the notices name the account's own share. */
  readonly accountVariable?: string;
  /** Portuguese steps in its panel. `aqui` is the console; the manual says **Ligações** instead. */
  readonly steps: readonly string[];
}
