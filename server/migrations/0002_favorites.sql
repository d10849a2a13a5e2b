CREATE TABLE "favorite_category" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"name_key" text NOT NULL,
	"position" integer NOT NULL,
	"symbol_ids" text[] DEFAULT '{}'::text[] NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "favorite_category_name" UNIQUE("user_id","name_key"),
	CONSTRAINT "favorite_category_position" CHECK ("favorite_category"."position" >= 0)
);
--> statement-breakpoint
CREATE TABLE "favorite_list" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"version" bigint DEFAULT 0 NOT NULL,
	"symbol_ids" text[] DEFAULT '{}'::text[] NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "favorite_category" ADD CONSTRAINT "favorite_category_user_id_favorite_list_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."favorite_list"("user_id") ON DELETE cascade ON UPDATE no action;