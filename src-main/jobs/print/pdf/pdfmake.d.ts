/** Declarations of the part of pdfmake that is used here. Its own types depend on those of the DOM. */
declare module 'pdfmake' {
  interface Margin {
    /** One value, horizontal and vertical, or left, top, right, bottom; points. */
    readonly margin?: number | readonly [number, number] | readonly [number, number, number, number];
  }

  interface Style {
    readonly fontSize?: number;
    readonly bold?: boolean;
    readonly color?: string;
    readonly alignment?: 'left' | 'right' | 'center';
    readonly lineHeight?: number;
    readonly characterSpacing?: number;
    readonly fillColor?: string;
  }

  interface Node extends Margin, Style {
    readonly unbreakable?: boolean;
    readonly colSpan?: number;
    readonly width?: number | '*' | 'auto';
    readonly text?: string | readonly Content[];
    readonly stack?: readonly Content[];
    readonly columns?: readonly Content[];
    readonly columnGap?: number;
    readonly svg?: string;
    /** PNG or JPEG as a data URL. */
    readonly image?: string;
    readonly height?: number;
    readonly table?: Table;
    readonly layout?: TableLayout;
  }
  export type Content = Node | string;

  interface Table {
    readonly body: readonly (readonly Content[])[];
    readonly widths?: readonly (number | '*' | 'auto')[];
    readonly heights?: number;
    /** Header rows, repeated on every page. */
    readonly headerRows?: number;
    /** Rows that stay on the page of the header. */
    readonly keepWithHeaderRows?: number;
    readonly dontBreakRows?: boolean;
  }

  export interface TableLayout {
    readonly hLineWidth?: (line: number, node: { readonly table: Table }) => number;
    readonly vLineWidth?: (line: number, node: { readonly table: Table }) => number;
    readonly hLineColor?: (line: number, node: { readonly table: Table }) => string;
    readonly vLineColor?: (line: number, node: { readonly table: Table }) => string;
    readonly paddingLeft?: (column: number) => number;
    readonly paddingRight?: (column: number, node: { readonly table: Table }) => number;
    readonly paddingTop?: (row: number) => number;
    readonly paddingBottom?: (row: number) => number;
  }

  export interface Definition {
    readonly pageSize: 'A4' | 'LETTER';
    /** Left, top, right, bottom, points. */
    readonly pageMargins: readonly [number, number, number, number];
    readonly info: Readonly<Record<string, string | Date>>;
    readonly lang: string;
    readonly defaultStyle: Style & { readonly font: string };
    readonly header: (page: number, pages: number) => Content;
    readonly footer: (page: number, pages: number) => Content;
    readonly content: readonly Content[];
  }

  type FontFiles = Readonly<Record<'normal' | 'bold' | 'italics' | 'bolditalics', string>>;

  const pdfmake: {
    setFonts(fonts: Readonly<Record<string, FontFiles>>): void;
    setUrlAccessPolicy(allows: (url: string) => boolean): void;
    setLocalAccessPolicy(allows: (path: string) => boolean): void;
    createPdf(definition: Definition): { getBuffer(): Promise<Buffer> };
  };
  export default pdfmake;
}

declare module 'pdfmake/fonts/Roboto.js' {
  /** Paths of the font files. */
  const fonts: { readonly Roboto: Readonly<Record<'normal' | 'bold' | 'italics' | 'bolditalics', string>> };
  export default fonts;
}
