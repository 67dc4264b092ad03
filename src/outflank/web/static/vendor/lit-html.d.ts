/** What the page uses of lit-html; the library comes as one file without its own types. */
export interface TemplateResult {
  readonly strings: TemplateStringsArray;
}
export declare const nothing: unique symbol;
export declare const noChange: unique symbol;
export declare function html(strings: TemplateStringsArray, ...values: unknown[]): TemplateResult;
export declare function svg(strings: TemplateStringsArray, ...values: unknown[]): TemplateResult;
export declare function render(value: unknown, root: HTMLElement): unknown;
