// What classes tell of their names and modifiers.
import java.lang.reflect.Modifier;
import java.util.Map;

public class ClassNames {
    protected static final class Nested {
        private interface Inner {}
    }

    static class With$Dollar {}

    enum Letter {
        A {
            @Override
            int number() {
                return 1;
            }
        },
        B;

        int number() {
            return 0;
        }
    }

    static void names(Class<?> type, String simple, String canonical) {
        assert type.getSimpleName().equals(simple);
        assert canonical == null ? type.getCanonicalName() == null : canonical.equals(type.getCanonicalName());
    }

    public static void main(String[] arguments) {
        class Local {
            class Member {}
        }
        Object anonymous = new Object() {};
        Runnable lambda = () -> {};

        names(ClassNames.class, "ClassNames", "ClassNames");
        names(Nested.Inner[].class, "Inner[]", "ClassNames.Nested.Inner[]");
        names(With$Dollar.class, "With$Dollar", "ClassNames.With$Dollar");
        names(Map.Entry.class, "Entry", "java.util.Map.Entry");
        names(Local.class, "Local", null);
        names(Local.Member.class, "Member", null);
        names(anonymous.getClass(), "", null);
        names(Letter.A.getClass(), "", null);
        names(int[].class, "int[]", "int[]");
        assert lambda.getClass().isHidden() && !anonymous.getClass().isHidden();

        assert anonymous.getClass().isAnonymousClass() && !Local.class.isAnonymousClass();
        assert Local.class.isLocalClass() && !Local.Member.class.isLocalClass();
        assert Local.Member.class.isMemberClass() && !ClassNames.class.isMemberClass();

        assert String.class.getModifiers() == (Modifier.PUBLIC | Modifier.FINAL);
        assert Comparable.class.getModifiers() == (Modifier.PUBLIC | Modifier.INTERFACE | Modifier.ABSTRACT);
        assert Nested.class.getModifiers() == (Modifier.PROTECTED | Modifier.STATIC | Modifier.FINAL);
        assert Modifier.isPrivate(Nested.Inner.class.getModifiers());
        assert Nested[].class.getModifiers() == (Modifier.PROTECTED | Modifier.FINAL | Modifier.ABSTRACT);
        assert ClassNames.class.getModifiers() == Modifier.PUBLIC;
    }
}
