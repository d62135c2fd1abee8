import { useCallback, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { Formatted } from './formatted.tsx';

/** Styles that the text in the frame takes from the page around it. */
const SHARED_STYLE = ['color', 'fontFamily', 'fontSize', 'lineHeight'] as const;

/**
 * Formatted text of staff or outsiders, such as a mail, in a sandboxed frame as tall as its text: without scripts,
 * forms and navigation of the page around it. Its content is also rebuilt from the closed list of elements
 * (`Formatted`).
 */
export function FormattedFrame({ html, title }: { html: string; title: string }) {
  const [body, setBody] = useState<HTMLElement>();
  const [height, setHeight] = useState(0);
  // in some browsers the frame has its document at once, in others only after it has loaded
  const attach = useCallback(
    (frame: HTMLIFrameElement | null) => {
      const inside = frame?.contentDocument;
      if (!frame || !inside) return;
      inside.title = title;
      adoptPageStyle(inside, getComputedStyle(frame));
      setBody(inside.body);
    },
    [title],
  );
  useEffect(() => {
    if (!body) return undefined;
    const observer = new ResizeObserver(() => setHeight(Math.ceil(body.getBoundingClientRect().height)));
    observer.observe(body);
    return () => observer.disconnect();
  }, [body]);
  return (
    <>
      <iframe
        ref={attach}
        onLoad={({ currentTarget }) => attach(currentTarget)}
        className="kind-frame"
        sandbox="allow-same-origin"
        title={title}
        style={{ height }}
      />
      {body && createPortal(<Formatted html={html} />, body)}
    </>
  );
}

/** Gives the document in the frame the language and the text style of the page around it. */
function adoptPageStyle(inside: Document, pageStyle: CSSStyleDeclaration): void {
  inside.documentElement.lang = document.documentElement.lang;
  inside.documentElement.style.colorScheme = pageStyle.colorScheme;
  for (const name of SHARED_STYLE) inside.body.style[name] = pageStyle[name];
  Object.assign(inside.body.style, {
    display: 'flow-root',
    margin: '0',
    overflowWrap: 'anywhere',
    background: 'transparent',
  });
}
