import { useCallback, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { Formatted } from './formatted.tsx';

/** What the text in the frame has from the page around it. */
const SHARED_STYLE = ['color', 'fontFamily', 'fontSize', 'lineHeight'] as const;

/**
 * Formatted text from people inside or outside the house, such as a mail's: in a frame without scripts, forms, links
 * out and a way to the page around it, as tall as its text. What is drawn is built from the closed list of elements
 * even so.
 */
export function FormattedFrame({ html, title }: { html: string; title: string }) {
  const [body, setBody] = useState<HTMLElement>();
  const [height, setHeight] = useState(0);
  // some browsers give the frame its document at once, others when it has loaded
  const attach = useCallback(
    (frame: HTMLIFrameElement | null) => {
      const inside = frame?.contentDocument;
      if (!frame || !inside) return;
      const around = getComputedStyle(frame);
      inside.title = title;
      inside.documentElement.lang = document.documentElement.lang;
      inside.documentElement.style.colorScheme = around.colorScheme;
      for (const name of SHARED_STYLE) inside.body.style[name] = around[name];
      Object.assign(inside.body.style, {
        display: 'flow-root',
        margin: '0',
        overflowWrap: 'anywhere',
        background: 'transparent',
      });
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
