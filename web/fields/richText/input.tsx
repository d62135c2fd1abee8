import {
  BoldOutlined,
  ItalicOutlined,
  OrderedListOutlined,
  UnderlineOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons';
import { type Editor, EditorContent, useEditor, useEditorState } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { Button } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputProps } from '../types.ts';
import { textOf } from '../types.ts';

const COMMANDS = [
  {
    mark: 'bold',
    icon: <BoldOutlined aria-hidden />,
    run: (editor: Editor) => editor.chain().focus().toggleBold().run(),
  },
  {
    mark: 'italic',
    icon: <ItalicOutlined aria-hidden />,
    run: (editor: Editor) => editor.chain().focus().toggleItalic().run(),
  },
  {
    mark: 'underline',
    icon: <UnderlineOutlined aria-hidden />,
    run: (editor: Editor) => editor.chain().focus().toggleUnderline().run(),
  },
  {
    mark: 'bulletList',
    icon: <UnorderedListOutlined aria-hidden />,
    run: (editor: Editor) => editor.chain().focus().toggleBulletList().run(),
  },
  {
    mark: 'orderedList',
    icon: <OrderedListOutlined aria-hidden />,
    run: (editor: Editor) => editor.chain().focus().toggleOrderedList().run(),
  },
] as const;

/**
 * The elements that the server keeps (`FORMATTED_ELEMENTS`), so that no formatting is lost on saving.
 */
const FORMATTING = StarterKit.configure({ link: false, heading: { levels: [1, 2, 3, 4] } });

/** Formatted text. The editor drops all elements but a fixed set from pasted and stored text. */
export function Input({ field: _, value, onChange, disabled, id, ...aria }: InputProps) {
  const html = textOf(value);
  const editor = useEditor({
    extensions: [FORMATTING],
    content: html,
    editable: !disabled,
    // The style sheet is in kinds.css: an injected one would need the page's nonce.
    injectCSS: false,
    editorProps: { attributes: attributesOf(id, aria) },
    onUpdate: ({ editor: changed }) => onChange(changed.isEmpty ? null : changed.getHTML()),
  });

  // a value that was not typed here (a settled conflict, a restored draft) replaces the content
  useEffect(() => {
    if (editor.isDestroyed) return;
    const shown = editor.isEmpty ? '' : editor.getHTML();
    if (shown !== html) editor.commands.setContent(html, { emitUpdate: false });
  }, [editor, html]);

  return (
    <div className="kind-rich">
      <Toolbar editor={editor} disabled={disabled ?? false} />
      <EditorContent editor={editor} />
    </div>
  );
}

/** A button for each format, pressed where the text at the cursor has it. */
function Toolbar({ editor, disabled }: { editor: Editor; disabled: boolean }) {
  const { t } = useTranslation();
  const marks = useEditorState({
    editor,
    selector: ({ editor: now }) => COMMANDS.map(({ mark }) => now.isActive(mark)),
  });
  return (
    <div role="toolbar" aria-label={t('kinds.formatting')}>
      {COMMANDS.map(({ mark, icon, run }, index) => (
        <Button
          key={mark}
          type="text"
          size="small"
          icon={icon}
          disabled={disabled}
          title={t(`kinds.format.${mark}`)}
          aria-label={t(`kinds.format.${mark}`)}
          aria-pressed={marks[index] ?? false}
          onClick={() => run(editor)}
        />
      ))}
    </div>
  );
}

function attributesOf(
  id: string | undefined,
  aria: { 'aria-label'?: string; 'aria-describedby'?: string },
): Record<string, string> {
  return {
    role: 'textbox',
    'aria-multiline': 'true',
    ...(id !== undefined && { id, 'aria-labelledby': `${id}-label` }),
    ...(aria['aria-label'] !== undefined && { 'aria-label': aria['aria-label'] }),
    ...(aria['aria-describedby'] !== undefined && { 'aria-describedby': aria['aria-describedby'] }),
  };
}
